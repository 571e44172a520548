import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig, type Options } from 'tsup';

/** One build a package: each `exports` entry of its manifest that points into `src` becomes a file in `dist`. */
function packageBuild(dir: string): Options[] {
  const manifest = JSON.parse(readFileSync(`${dir}/package.json`, 'utf8')) as {
    exports?: Record<string, { '@repltool/source'?: string }>;
    bin?: Record<string, string>;
  };
  const sources = Object.values(manifest.exports ?? {}).flatMap(
    (entry) => entry['@repltool/source'] ?? [],
  );
  const binSources = Object.values(manifest.bin ?? {}).map((file) =>
    file.replace('dist/', 'src/').replace(/\.js$/, '.ts'),
  );
  const entries = [...new Set([...sources, ...binSources])].map(
    (file) => `${dir}/${file.replace('./', '')}`,
  );
  if (entries.length === 0) return [];
  return [
    {
      name: dir,
      entry: entries,
      outDir: `${dir}/dist`,
      format: 'esm',
      target: 'node20',
      platform: 'node',
      sourcemap: true,
      splitting: true,
      clean: true,
      silent: true,
    },
  ];
}

const packages = ['packages', 'apps'].flatMap((parent) =>
  readdirSync(parent)
    .filter((name) => name !== 'playground')
    .map((name) => `${parent}/${name}`),
);

export default defineConfig(packages.flatMap(packageBuild));
