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
 * Lets the user choose one of a few values shown side by side. Mantine's control measures its labels, which
 * forces a second layout of the page before the control appears.
 */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { data, value: selectedValue, onChange, disabled, fullWidth, className, ...aria } = props;
  const name = useId();
  return (
    <div
      role="radiogroup"
      className={`${classes['root']} ${className ?? ''}`}
      data-full-width={fullWidth || undefined}
      {...aria}
    >
      {data.map((choice) => (
        <label key={choice.value} className={classes['choice']}>
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === selectedValue}
            disabled={disabled || choice.disabled}
            onChange={() => onChange(choice.value)}
            className={classes['input']}
          />
          <span className={classes['label']}>{choice.label}</span>
        </label>
      ))}
    </div>
  );
}
