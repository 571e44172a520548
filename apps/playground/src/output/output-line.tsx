import { memo } from 'react';
import { PLAIN } from '../terminal/text-style.ts';
import type { Line } from '../terminal/line.ts';
import { textCss } from './text-css.ts';
import styles from './output.module.css';

interface OutputLineProps {
  readonly line: Line;
  /** The line's version: it changes in place, and this tells. */
  readonly version: number;
}

/** One line, as text nodes: whatever a program prints stays text. */
export const OutputLine = memo(function OutputLine({ line }: OutputLineProps) {
  return (
    <div className={styles['line']}>
      {line.runs.map(({ text, style }, index) =>
        style === PLAIN ? (
          text
        ) : (
          <span key={index} style={textCss(style)}>
            {text}
          </span>
        ),
      )}
    </div>
  );
});
