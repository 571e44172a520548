import type { ReactNode } from 'react';
import type { Trouble } from '../state/trouble.ts';
import { Button } from './button.tsx';
import styles from './notice.module.css';

interface NoticeProps {
  readonly trouble: Pick<Trouble, 'title' | 'detail' | 'hint' | 'findings'>;
  readonly tone: 'bad' | 'caution';
  /** What the person can do about it. */
  readonly children?: ReactNode;
  readonly onDismiss?: () => void;
}

/** Something that went wrong, why, and what helps. */
export function Notice({ trouble, tone, children, onDismiss }: NoticeProps) {
  const { title, detail, hint, findings } = trouble;
  return (
    <div
      className={`${styles['notice']} ${styles[tone]}`}
      role={tone === 'bad' ? 'alert' : 'status'}
    >
      <div className={styles['words']}>
        <p className={styles['title']}>{title}</p>
        {detail !== '' && <p>{detail}</p>}
        {findings.length > 0 && (
          <ul className={styles['findings']}>
            {findings.map(({ rule, message, range }, index) => (
              <li key={index}>
                Line {range.start_line}: {message} <code>{rule}</code>
              </li>
            ))}
          </ul>
        )}
        {hint !== '' && <p className={styles['hint']}>{hint}</p>}
      </div>
      {(children !== undefined || onDismiss !== undefined) && (
        <div className={styles['actions']}>
          {children}
          {onDismiss && (
            <Button tone="quiet" onClick={onDismiss}>
              Dismiss
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
