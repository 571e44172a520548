import type * as Monaco from 'monaco-editor/editor';
import { syntaxRules } from './syntax.ts';

const HEX_DIGITS = 6;

/** The value of one of the page's colour tokens in the theme of the moment, as `#rrggbb`. */
function readColor(token: string, probe: HTMLElement): string {
  probe.style.color = `var(${token})`;
  const channels = getComputedStyle(probe).color.match(/[\d.]+/g) ?? [];
  const hex = channels.slice(0, 3).map((channel) => Number(channel).toString(16).padStart(2, '0'));
  return `#${hex.join('').padEnd(HEX_DIGITS, '0')}`;
}

const BRACKET_LEVELS = [1, 2, 3, 4, 5, 6] as const;

/** Brackets in the colour of text, as in the cells that have run, and only one without its partner in another. */
function bracketColors(plain: string, unexpected: string): Record<string, string> {
  const colors: Record<string, string> = {
    'editorBracketHighlight.unexpectedBracket.foreground': unexpected,
  };
  for (const level of BRACKET_LEVELS) colors[`editorBracketHighlight.foreground${level}`] = plain;
  return colors;
}

/** Gives Monaco the page's own colours, so that the two never differ. */
export function applyEditorTheme(monaco: typeof Monaco, dark: boolean): string {
  const probe = document.createElement('span');
  probe.hidden = true;
  document.body.append(probe);
  const color = (token: string): string => readColor(token, probe);
  const name = dark ? 'page-dark' : 'page-light';
  monaco.editor.defineTheme(name, {
    base: dark ? 'vs-dark' : 'vs',
    inherit: true,
    rules: [
      { token: '', foreground: color('--text') },
      ...syntaxRules((kind) => color(`--syntax-${kind}`)),
    ],
    colors: {
      'editor.background': color('--surface'),
      'editor.foreground': color('--text'),
      'editor.lineHighlightBackground': color('--editor-line'),
      'editor.lineHighlightBorder': '#00000000',
      'editor.selectionBackground': color('--editor-selection'),
      'editorLineNumber.foreground': color('--text-muted'),
      'editorLineNumber.activeForeground': color('--text'),
      ...bracketColors(color('--text'), color('--bad')),
      'editorCursor.foreground': color('--accent'),
      'editorWidget.background': color('--surface-raised'),
      'editorWidget.border': color('--border-strong'),
      'editorSuggestWidget.selectedBackground': color('--accent-soft'),
      'editorSuggestWidget.selectedForeground': color('--text'),
      'editor.placeholder.foreground': color('--text-muted'),
      focusBorder: color('--accent'),
    },
  });
  probe.remove();
  return name;
}
