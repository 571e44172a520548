import { useId, type FormEvent } from 'react';
import { Brand } from '../ui/brand.tsx';
import { Button } from '../ui/button.tsx';
import styles from './token-form.module.css';

interface TokenFormProps {
  /** A token was given and the server did not accept it. */
  readonly refused: boolean;
  readonly onToken: (token: string) => void;
}

export function TokenForm({ refused, onToken }: TokenFormProps) {
  const field = useId();
  const help = useId();

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const token = new FormData(event.currentTarget).get('token');
    if (typeof token === 'string' && token.trim() !== '') onToken(token.trim());
  };

  return (
    <main className={styles['page']}>
      <form className={styles['card']} onSubmit={submit}>
        <Brand />
        <h1 className={styles['title']}>Enter the access token</h1>
        <p className={styles['help']} id={help}>
          The server prints an address with <code>?token=…</code> when it starts. Open that address,
          or paste the token here.
        </p>
        {refused && (
          <p className={styles['refused']} role="alert">
            The server does not know this token. It makes a new one at each start unless it was
            given one.
          </p>
        )}
        <label className={styles['label']} htmlFor={field}>
          Token
        </label>
        <input
          className={styles['input']}
          id={field}
          name="token"
          type="password"
          autoComplete="off"
          spellCheck={false}
          required
          autoFocus
          aria-describedby={help}
        />
        <Button tone="primary" type="submit">
          Open the playground
        </Button>
      </form>
    </main>
  );
}
