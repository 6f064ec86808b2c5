import { type ReactNode, useId } from 'react';
import classes from './segmented-control.module.css';

export interface SegmentedControlProps<Value extends string> {
  readonly data: readonly {
    readonly value: Value;
    readonly label: ReactNode;
    readonly disabled?: boolean;
  }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly disabled?: boolean;
  readonly fullWidth?: boolean;
  readonly className?: string | undefined;
  readonly 'aria-label'?: string;
  readonly 'aria-labelledby'?: string;
}

/**
 * A choice of one of a few values, beside each other. Mantine's measures its labels and draws a mark at
 * that place, so that a page is laid out and drawn twice before it shows.
 */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { data, value: chosen, onChange, disabled, fullWidth, className, ...label } = props;
  const name = useId();
  return (
    <div
      role="radiogroup"
      className={`${classes['root']} ${className ?? ''}`}
      data-full-width={fullWidth || undefined}
      {...label}
    >
      {data.map(({ value, label, disabled: isDisabled }) => (
        <label key={value} className={classes['choice']}>
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === chosen}
            disabled={disabled || isDisabled}
            onChange={() => onChange(value)}
            className={classes['input']}
          />
          <span className={classes['label']}>{label}</span>
        </label>
      ))}
    </div>
  );
}
