import type { Bin } from '@granary/contract/bins/http';
import classes from './bin-inventory.module.css';
import { BinInventory } from './bin-inventory.tsx';
import { BinSection } from './bin-section.tsx';

/** How full a bin is, by which method that is known, and its ledger. */
export function BinInventoryTab({ bin }: { readonly bin: Bin }) {
  return (
    <div className={classes['stack']}>
      <BinInventory bin={bin} />
      <BinSection bin={bin} section="inventory" />
    </div>
  );
}
