import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { defineConfig, type Options } from 'tsup';

interface Manifest {
  readonly exports?: Readonly<Record<string, { readonly '@repltool/source'?: string }>>;
  readonly bin?: Readonly<Record<string, string>>;
}

/**
 * One build a package: the source of each entry of `exports` and `bin` in its manifest becomes a file in `dist`.
 * Shared chunks lie flat in `dist`, so that `new URL('../driver/', import.meta.url)` means the same there as in `src`.
 */
function packageBuild(dir: string): Options[] {
  const manifest = JSON.parse(readFileSync(`${dir}/package.json`, 'utf8')) as Manifest;
  const exported = Object.values(manifest.exports ?? {}).flatMap(
    (entry) => entry['@repltool/source'] ?? [],
  );
  const programs = Object.values(manifest.bin ?? {}).map((file) =>
    file.replace('dist/', 'src/').replace(/\.js$/, '.ts'),
  );
  const entry = [...new Set([...exported, ...programs].map((file) => file.replace('./', '')))];
  if (entry.length === 0) return [];
  return [
    {
      name: dir,
      entry: entry.map((file) => `${dir}/${file}`),
      outDir: `${dir}/dist`,
      format: 'esm',
      target: 'node20',
      platform: 'node',
      sourcemap: true,
      splitting: true,
      clean: true,
      silent: true,
      skipNodeModulesBundle: true,
      esbuildOptions(options) {
        options.outbase = `${dir}/src`;
      },
    },
  ];
}

const packages = ['packages', 'apps'].flatMap((parent) =>
  readdirSync(parent)
    .map((name) => `${parent}/${name}`)
    .filter((dir) => existsSync(`${dir}/package.json`)),
);

export default defineConfig(packages.flatMap(packageBuild));
