import type { CSSProperties } from 'react';
import type { TextColor, TextStyle } from '../terminal/text-style.ts';

function cssColor(color: TextColor): string {
  return typeof color === 'number' ? `var(--ansi-${color})` : color;
}

const DECORATIONS = { underline: 'underline', strikethrough: 'line-through' } as const;

function cssOf(style: TextStyle): CSSProperties {
  const { foreground, background, bold, dim, italic, underline, strikethrough, inverse } = style;
  const front = foreground === null ? 'var(--text)' : cssColor(foreground);
  const back = background === null ? 'var(--surface)' : cssColor(background);
  const css: CSSProperties = {};
  if (inverse) Object.assign(css, { color: back, backgroundColor: front });
  else {
    if (foreground !== null) css.color = front;
    if (background !== null) css.backgroundColor = back;
  }
  if (bold) css.fontWeight = 700;
  if (dim) css.opacity = 0.7;
  if (italic) css.fontStyle = 'italic';
  const lines = [underline && DECORATIONS.underline, strikethrough && DECORATIONS.strikethrough];
  if (underline || strikethrough) css.textDecorationLine = lines.filter(Boolean).join(' ');
  if (style.hidden) css.visibility = 'hidden';
  return css;
}

const cache = new WeakMap<TextStyle, CSSProperties>();

/** The CSS of a style, made once for each. */
export function textCss(style: TextStyle): CSSProperties {
  const known = cache.get(style);
  if (known !== undefined) return known;
  const css = cssOf(style);
  cache.set(style, css);
  return css;
}
