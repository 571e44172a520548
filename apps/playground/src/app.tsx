import { useState } from 'react';
import { TokenForm } from './access/token-form.tsx';
import { forgetToken, keepToken, takeToken } from './access/token.ts';
import { PlaygroundPage } from './page/playground-page.tsx';
import { ErrorBoundary } from './ui/error-boundary.tsx';

/** The page for whoever has a token, and the way to give one for whoever has not. */
export function App() {
  const [token, setToken] = useState(takeToken);
  const [refused, setRefused] = useState(false);

  const given = (next: string): void => {
    keepToken(next);
    setToken(next);
  };
  const unauthorized = (): void => {
    forgetToken();
    setRefused(true);
    setToken(null);
  };

  return (
    <ErrorBoundary>
      {token === null ? (
        <TokenForm refused={refused} onToken={given} />
      ) : (
        <PlaygroundPage key={token} token={token} onUnauthorized={unauthorized} />
      )}
    </ErrorBoundary>
  );
}
