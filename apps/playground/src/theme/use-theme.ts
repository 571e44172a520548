import { useSyncExternalStore } from 'react';
import { isDark, onThemeChange, readThemeChoice, type ThemeChoice } from './theme.ts';

export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(onThemeChange, readThemeChoice);
}

export function useIsDark(): boolean {
  return useSyncExternalStore(onThemeChange, isDark);
}
