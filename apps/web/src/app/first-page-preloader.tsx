import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Preloader } from '../features/interface-settings/components/preloader.tsx';

/** The preloader goes once the first page is drawn and has what it asked for. */
export function FirstPagePreloader() {
  const [isDrawn, setDrawn] = useState(false);
  const asked = useIsFetching({ predicate: ({ state }) => state.data === undefined });
  // By its first frame the page has asked for its data.
  useEffect(() => {
    const frame = requestAnimationFrame(() => setDrawn(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  return <Preloader isReady={isDrawn && asked === 0} />;
}
