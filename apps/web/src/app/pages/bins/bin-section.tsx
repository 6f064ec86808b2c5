import { lazy, Suspense } from 'react';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import type { SingleSectionProps } from '../../../features/bins/settings/components/single-section.tsx';

/** The forms are needed by those who open them alone. */
const OneSection = lazy(async () => {
  const { SingleSection: OneSection } = await import(
    '../../../features/bins/settings/components/single-section.tsx'
  );
  return { default: OneSection };
});

/** A section of a bin's settings on a page of something else. */
export function BinSection(props: SingleSectionProps) {
  return (
    <Suspense fallback={<LoadingBlocks count={1} height={200} />}>
      <OneSection {...props} />
    </Suspense>
  );
}
