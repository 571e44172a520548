import { useEffect } from 'react';

/** Ctrl or Cmd with a full stop interrupts, wherever the focus is. */
export function useInterruptKey(interrupt: () => void): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.key !== '.' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      interrupt();
    };
    window.addEventListener('keydown', pressed, { capture: true });
    return () => window.removeEventListener('keydown', pressed, { capture: true });
  }, [interrupt]);
}
