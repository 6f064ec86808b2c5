import classes from './state-badge.module.css';
import { StateShape } from './state-shape.tsx';
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
      <StateShape state={state} size={size} isOnFill={state === 'critical'} />
      {label}
    </span>
  );
}
