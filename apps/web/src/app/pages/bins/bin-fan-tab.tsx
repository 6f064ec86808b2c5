import type { Bin } from '@granary/contract/bins/http';
import { useFollowedTurns } from '../../../features/fans/api/get-fan-history.ts';
import { FanHistory } from '../../../features/fans/components/fan-history.tsx';
import { FanStatus } from '../../../features/fans/components/fan-status.tsx';
import classes from './bin-inventory.module.css';
import { BinSection } from './bin-section.tsx';

/** Whether a bin's fan runs, what it goes by, and when it ran. */
export function BinFanTab({ bin }: { readonly bin: Bin }) {
  useFollowedTurns(bin.id, bin.fan);
  return (
    <div className={classes['stack']}>
      <FanStatus binId={bin.id} fan={bin.fan} />
      <BinSection bin={bin} section="fan" />
      <FanHistory binId={bin.id} />
    </div>
  );
}
