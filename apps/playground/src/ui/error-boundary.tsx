import { Component, type ReactNode } from 'react';
import { troubleFrom, type Trouble } from '../state/trouble.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';
import styles from './error-boundary.module.css';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
}

/** Shows a fault of the page instead of nothing; the sessions on the server are not touched by it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { trouble: Trouble | null }> {
  override state = { trouble: null };

  static getDerivedStateFromError(error: unknown): { trouble: Trouble } {
    return { trouble: troubleFrom(error) };
  }

  override render(): ReactNode {
    const { trouble } = this.state;
    if (trouble === null) return this.props.children;
    return (
      <main className={styles['page']}>
        <Notice trouble={trouble} tone="bad">
          <Button onClick={() => location.reload()}>Reload</Button>
        </Notice>
      </main>
    );
  }
}
