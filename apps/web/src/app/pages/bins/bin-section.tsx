import { lazy, Suspense } from 'react';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import type { SingleSectionProps } from '../../../features/bins/settings/components/single-section.tsx';

/** Loaded on demand: few users open the forms. */
const OneSection = lazy(async () => {
  const { SingleSection: OneSection } = await import(
    '../../../features/bins/settings/components/single-section.tsx'
  );
  return { default: OneSection };
});

/** A section of the settings of a bin, for use on other pages. */
export function BinSection(props: SingleSectionProps) {
  return (
    <Suspense fallback={<LoadingBlocks count={1} height={200} />}>
      <OneSection {...props} />
    </Suspense>
  );
}
