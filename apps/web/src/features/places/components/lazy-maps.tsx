import { CatchBoundary } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { LoadWhenVisible } from '../../../components/load-when-visible.tsx';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { getRetryAction } from '../../../lib/retry-policy.ts';
import classes from './map-frame.module.css';

/** Also the initial zoom of a farm's map. */
export const MAX_ZOOM = 19;

/** Loaded when first shown: the map code is large and most pages have no map. */
export const FarmMap = lazy(async () => ({ default: (await import('./farm-map.tsx')).FarmMap }));
export const PinMap = lazy(async () => ({ default: (await import('./pin-map.tsx')).PinMap }));

export interface LazyMapProps {
  /** The accessible name of the map. */
  readonly label: string;
  readonly children: ReactNode;
}

/** Wraps a lazily loaded map; if it fails to load, the rest of the page still works. */
export function LazyMap({ label, children }: LazyMapProps) {
  return (
    <CatchBoundary
      getResetKey={() => 'map'}
      errorComponent={({ error, reset }) => (
        <ErrorState error={error} onRetry={getRetryAction(error, reset)} />
      )}
    >
      <LoadWhenVisible label={label} className={classes['frame']}>
        <Suspense fallback={<MapPlaceholder label={label} />}>{children}</Suspense>
      </LoadWhenVisible>
    </CatchBoundary>
  );
}

/** Reserves the map's space while its code loads, so that the page does not jump. */
function MapPlaceholder({ label }: { readonly label: string }) {
  return (
    <section className={classes['frame']} aria-label={label}>
      <LoadingBlocks count={1} height={320} />
    </section>
  );
}
