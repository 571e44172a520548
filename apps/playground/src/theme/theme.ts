export const THEME_CHOICES = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];

const KEY = 'repltool.theme';
const DARK = '(prefers-color-scheme: dark)';

type Listener = () => void;
const listeners = new Set<Listener>();

export function readThemeChoice(): ThemeChoice {
  const stored = localStorage.getItem(KEY);
  return THEME_CHOICES.find((choice) => choice === stored) ?? 'system';
}

export function isDark(): boolean {
  const choice = readThemeChoice();
  return choice === 'system' ? matchMedia(DARK).matches : choice === 'dark';
}

/** Puts the person's choice on the page; the system's own decides otherwise. */
export function applyTheme(): void {
  const choice = readThemeChoice();
  if (choice === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = choice;
  for (const listener of listeners) listener();
}

export function chooseTheme(choice: ThemeChoice): void {
  localStorage.setItem(KEY, choice);
  applyTheme();
}

/** Called when the choice or the system's theme changes; returns how to stop. */
export function onThemeChange(listener: Listener): () => void {
  const system = matchMedia(DARK);
  listeners.add(listener);
  system.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    system.removeEventListener('change', listener);
  };
}
