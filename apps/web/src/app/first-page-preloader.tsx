import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Preloader } from '../features/settings/preloader.tsx';
import type { AppRouter } from './router.tsx';

/** The preloader goes once the first page is drawn and has what it asked for. */
export function FirstPagePreloader({ router }: { readonly router: AppRouter }) {
  const [isDrawn, setDrawn] = useState(false);
  const asked = useIsFetching({ predicate: ({ state }) => state.data === undefined });
  useEffect(() => router.subscribe('onRendered', () => setDrawn(true)), [router]);
  return <Preloader isReady={isDrawn && asked === 0} />;
}
