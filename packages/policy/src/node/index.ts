export { nodeGrammars } from './grammars.ts';
