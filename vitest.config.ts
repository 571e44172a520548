import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['@repltool/source'] },
  ssr: { resolve: { conditions: ['@repltool/source'] } },
  test: {
    include: [
      'packages/*/{src,test}/**/*.test.ts',
      'apps/server/{src,test}/**/*.test.ts',
      'apps/playground/src/**/*.test.ts',
      'security/attacks/**/*.test.ts',
      'corpus/test/{python,node,bash,sandbox,limits,protocol}.test.ts',
    ],
    // Most of them wait for interpreters more than they compute.
    maxWorkers: '100%',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
