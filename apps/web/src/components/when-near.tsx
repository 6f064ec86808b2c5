import { type ReactNode, startTransition, useCallback, useState } from 'react';

export interface WhenNearProps {
  /** The room that is kept meanwhile, px. */
  readonly height: number;
  readonly children: ReactNode;
}

/** Draws what stands more than a screen away only once the window comes nearer, and then keeps it. */
export function WhenNear({ height, children }: WhenNearProps) {
  const [isNear, setNear] = useState(false);
  const watch = useCallback((room: HTMLElement | null) => {
    if (room === null) return;
    const observer = new IntersectionObserver(
      (met) => {
        if (met.some(({ isIntersecting }) => isIntersecting)) startTransition(() => setNear(true));
      },
      { rootMargin: '100% 0%' },
    );
    observer.observe(room);
    return () => observer.disconnect();
  }, []);
  return isNear ? children : <div ref={watch} style={{ height }} />;
}
