import type { Bin } from '@granary/contract/bins/http';
import { lazy, Suspense } from 'react';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';

/** The forms are needed by those who open them alone. */
const BinSettings = lazy(async () => {
  const { BinSettings } = await import(
    '../../../features/bins/settings/components/bin-settings.tsx'
  );
  return { default: BinSettings };
});

/** The settings of a bin, section by section. */
export function BinSettingsTab({ bin }: { readonly bin: Bin }) {
  return (
    <Suspense fallback={<LoadingBlocks count={4} height={200} />}>
      <BinSettings bin={bin} />
    </Suspense>
  );
}
