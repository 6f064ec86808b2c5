import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Preloader } from '../features/settings/preloader.tsx';

/** The preloader goes once the first page is drawn and has what it asked for. */
export function FirstPagePreloader() {
  const [isDrawn, setDrawn] = useState(false);
  const asked = useIsFetching({ predicate: ({ state }) => state.data === undefined });
  // The page stands before this in the tree, so that it has asked for its data by now.
  useEffect(() => setDrawn(true), []);
  return <Preloader isReady={isDrawn && asked === 0} />;
}
