import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** On another page the focus stands at its title, as it does after a page is loaded. */
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
