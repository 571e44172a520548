import { useId, useImperativeHandle, useRef, useState, type ReactNode, type Ref } from 'react';
import { Button } from './button.tsx';
import styles from './confirm-dialog.module.css';

export interface ConfirmHandle {
  /** Asks whether to do `action`, in words; calls `act` on yes. */
  ask(action: string, act: () => void): void;
}

interface ConfirmDialogProps {
  readonly ref: Ref<ConfirmHandle>;
  /** What it would cost. */
  readonly children: ReactNode;
}

export function ConfirmDialog({ ref, children }: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [question, setQuestion] = useState<{ action: string; act: () => void } | null>(null);
  const title = useId();

  useImperativeHandle(ref, () => ({
    ask(action, act) {
      setQuestion({ action, act });
      dialog.current?.showModal();
    },
  }));

  const close = (): void => dialog.current?.close();

  return (
    <dialog className={styles['dialog']} ref={dialog} aria-labelledby={title}>
      <h2 className={styles['title']} id={title}>
        {question?.action}?
      </h2>
      <p>{children}</p>
      <div className={styles['actions']}>
        <Button onClick={close} autoFocus>
          Keep the session
        </Button>
        <Button
          tone="danger"
          onClick={() => {
            close();
            question?.act();
          }}
        >
          {question?.action}
        </Button>
      </div>
    </dialog>
  );
}
