import { type ReactNode, startTransition, useCallback, useState } from 'react';

export interface LoadWhenVisibleProps {
  /** Names the place, to which a screen reader may jump, until something is drawn there. */
  readonly label: string;
  /** Gives the place the height of what is drawn there. */
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/** Draws what stands more than a screen away only once the window comes nearer, and then keeps it. */
export function LoadWhenVisible({ label, className, children }: LoadWhenVisibleProps) {
  const [isNear, setNear] = useState(false);
  const watch = useCallback((place: HTMLElement | null) => {
    if (place === null) return;
    const observer = new IntersectionObserver(
      (met) => {
        if (met.some(({ isIntersecting }) => isIntersecting)) startTransition(() => setNear(true));
      },
      { rootMargin: '100% 0%' },
    );
    observer.observe(place);
    return () => observer.disconnect();
  }, []);
  return isNear ? children : <section ref={watch} className={className} aria-label={label} />;
}
