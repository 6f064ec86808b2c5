import classes from './state-badge.module.css';
import { StateShape } from './state-shape.tsx';
import type { State } from './states.ts';

export interface StateBadgeProps {
  readonly state: State;
  /** The word of the state, or what is wrong: "Warning", "Hot spot". */
  readonly label: string;
  /** Edge of the shape in px; 16 unless told. */
  readonly size?: number;
}

/** A state's shape with its word; grave is the only one that is filled. */
export function StateBadge({ state, label, size = 16 }: StateBadgeProps) {
  return (
    <span className={classes['badge']} data-state={state}>
      <StateShape state={state} size={size} onFill={state === 'critical'} />
      {label}
    </span>
  );
}
