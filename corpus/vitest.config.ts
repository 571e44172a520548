import { defineConfig, mergeConfig } from 'vitest/config';
import root from '../vitest.config.ts';

/** The corpus with the cases that are still open, and its table. */
export default mergeConfig(
  { ...root, test: { ...root.test, include: [] } },
  defineConfig({
    root: `${import.meta.dirname}/..`,
    test: {
      include: ['corpus/test/**/*.test.ts'],
      reporters: ['default', `${import.meta.dirname}/src/summary-reporter.ts`],
      env: { REPLTOOL_CORPUS: 'all' },
    },
  }),
);
