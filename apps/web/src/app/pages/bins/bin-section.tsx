import { lazy, Suspense } from 'react';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import type { SingleSectionProps } from '../../../features/bins/settings/components/single-section.tsx';

/** Loaded on demand: few users open the forms. */
const SingleSection = lazy(async () => ({
  default: (await import('../../../features/bins/settings/components/single-section.tsx'))
    .SingleSection,
}));

/** A section of a bin's settings, for use on other pages. */
export function BinSection(props: SingleSectionProps) {
  return (
    <Suspense fallback={<LoadingBlocks count={1} height={200} />}>
      <SingleSection {...props} />
    </Suspense>
  );
}
