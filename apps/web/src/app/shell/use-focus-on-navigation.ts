import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Moves the focus to the title of the new page, so that screen readers announce it. */
export function useFocusOnNavigation(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation === undefined || !pathChanged) return;
        const target =
          document.querySelector<HTMLElement>('main h1') ??
          document.querySelector<HTMLElement>('main');
        target?.focus({ preventScroll: true });
      }),
    [router],
  );
}
