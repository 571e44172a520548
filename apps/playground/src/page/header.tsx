import type { ConnectionStatus } from '@repltool/client';
import type { ReactNode } from 'react';
import { THEME_CHOICES, chooseTheme, type ThemeChoice } from '../theme/theme.ts';
import { useThemeChoice } from '../theme/use-theme.ts';
import { Brand } from '../ui/brand.tsx';
import styles from './header.module.css';

const CONNECTION: Record<ConnectionStatus, string> = {
  connecting: 'Connecting',
  connected: 'Connected',
  reconnecting: 'Reconnecting',
  closed: 'Disconnected',
};

const THEMES: Record<ThemeChoice, string> = { system: 'Auto', light: 'Light', dark: 'Dark' };

interface HeaderProps {
  readonly connection: ConnectionStatus;
  /** The language tabs. */
  readonly children: ReactNode;
}

export function Header({ connection, children }: HeaderProps) {
  const theme = useThemeChoice();
  const next = THEME_CHOICES[(THEME_CHOICES.indexOf(theme) + 1) % THEME_CHOICES.length] ?? 'system';
  return (
    <header className={styles['header']}>
      <h1 className={styles['brand']}>
        <Brand />
        <span className="visually-hidden">playground</span>
      </h1>
      {children}
      <div className={styles['end']}>
        <span className={styles['connection']} data-status={connection} data-testid="connection">
          <span className={styles['dot']} aria-hidden="true" />
          <span className={styles['words']}>{CONNECTION[connection]}</span>
        </span>
        <button
          className={styles['theme']}
          type="button"
          onClick={() => chooseTheme(next)}
          aria-label={`Theme: ${THEMES[theme]}. Change to ${THEMES[next]}`}
          title={`Theme: ${THEMES[theme]}`}
        >
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <circle cx="10" cy="10" r="7" />
            <path d="M10 3a7 7 0 0 1 0 14z" />
          </svg>
          <span className={styles['words']}>{THEMES[theme]}</span>
        </button>
      </div>
    </header>
  );
}
