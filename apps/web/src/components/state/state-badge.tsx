import classes from './state-badge.module.css';
import { StateIcon } from './state-icon.tsx';
import type { State } from './states.ts';

export interface StateBadgeProps {
  readonly state: State;
  /** The name of the state or of the finding: "Warning", "Hot spot". */
  readonly label: string;
  /** Width and height of the symbol, px. */
  readonly size?: number;
}

/** The symbol of a state with its name; only critical is filled. */
export function StateBadge({ state, label, size = 16 }: StateBadgeProps) {
  return (
    <span className={classes['badge']} data-state={state}>
      <StateIcon state={state} size={size} isInverted={state === 'critical'} />
      {label}
    </span>
  );
}
