import { useEffect, useState, type RefObject } from 'react';

/** Closer to the end than this counts as being there. */
const NEAR_PX = 48;

function isAtEnd({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean {
  return scrollHeight - scrollTop - clientHeight < NEAR_PX;
}

/**
 * Keeps a scrolled element at its end while it grows, unless the person scrolled away from there.
 * @param key a change of it goes to the end again, as when another tab comes in front
 * @returns whether the end is in view, and how to go there
 */
export function useStickToBottom(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  key: string,
): { atEnd: boolean; toEnd: () => void } {
  const [atEnd, setAtEnd] = useState(true);

  useEffect(() => {
    const outer = scroller.current;
    const inner = content.current;
    if (outer === null || inner === null) return undefined;
    let sticks = true;
    let lastTop = outer.scrollTop;
    const stick = (): void => {
      if (sticks) outer.scrollTo({ top: outer.scrollHeight });
    };
    const scrolled = (): void => {
      // Growing content does not scroll up; only a person does.
      const wentUp = outer.scrollTop < lastTop;
      lastTop = outer.scrollTop;
      if (isAtEnd(outer)) sticks = true;
      else if (wentUp) sticks = false;
      setAtEnd(sticks);
    };
    const observer = new ResizeObserver(stick);
    observer.observe(inner);
    observer.observe(outer);
    outer.addEventListener('scroll', scrolled, { passive: true });
    stick();
    return () => {
      observer.disconnect();
      outer.removeEventListener('scroll', scrolled);
    };
  }, [scroller, content, key]);

  return {
    atEnd,
    toEnd() {
      scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
    },
  };
}
