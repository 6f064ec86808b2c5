import { type ReactNode, startTransition, useCallback, useState } from 'react';

export interface LoadWhenVisibleProps {
  /** The accessible name of the empty section. */
  readonly label: string;
  /** Gives the empty section the height of its content. */
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/** Renders its content once it is less than a screen away, and then keeps it mounted. */
export function LoadWhenVisible({ label, className, children }: LoadWhenVisibleProps) {
  const [isNear, setNear] = useState(false);
  const watch = useCallback((element: HTMLElement | null) => {
    if (element === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting))
          startTransition(() => setNear(true));
      },
      { rootMargin: '100% 0%' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return isNear ? children : <section ref={watch} className={className} aria-label={label} />;
}
