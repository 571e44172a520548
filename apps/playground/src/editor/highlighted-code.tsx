import { useEffect, useState } from 'react';
import { highlight, type CodePiece } from './highlight.ts';
import styles from './highlighted-code.module.css';

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

  return (
    <pre className={styles['code']} tabIndex={0} role="region" aria-label={label}>
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
