import { useEffect, useState } from 'react';
import { highlight, type CodePiece } from './highlight.ts';
import styles from './highlighted-code.module.css';

/** Longer code scrolls in its box, and then the keyboard must be able to get there. */
const LINES_IN_VIEW = 20;

interface HighlightedCodeProps {
  readonly code: string;
  readonly monacoLanguage: string;
  readonly label: string;
}

/** Code to be read: plain at once, in colours when the grammar is there. */
export function HighlightedCode({ code, monacoLanguage, label }: HighlightedCodeProps) {
  const [lines, setLines] = useState<readonly (readonly CodePiece[])[] | null>(null);

  useEffect(() => {
    let current = true;
    highlight(code, monacoLanguage).then(
      (coloured) => {
        if (current) setLines(coloured);
      },
      () => {
        // Without its grammar the code stays plain, which is as readable.
      },
    );
    return () => {
      current = false;
    };
  }, [code, monacoLanguage]);

  const scrolls = code.split('\n', LINES_IN_VIEW + 1).length > LINES_IN_VIEW;
  return (
    <pre
      className={styles['code']}
      tabIndex={scrolls ? 0 : undefined}
      role="region"
      aria-label={label}
    >
      <code>
        {lines === null
          ? code
          : lines.map((pieces, index) => (
              <span key={index}>
                {pieces.map(({ text, kind }, at) =>
                  kind === null ? (
                    text
                  ) : (
                    <span key={at} className={styles[kind]}>
                      {text}
                    </span>
                  ),
                )}
                {'\n'}
              </span>
            ))}
      </code>
    </pre>
  );
}
