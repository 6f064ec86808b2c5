import { RESET_CODE_LENGTH } from '@granary/contract/accounts/http';
import { Input, PinInput, rem } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './code-field.module.css';

export interface CodeFieldProps {
  readonly value: string;
  readonly error?: string;
  readonly onChange: (code: string) => void;
  /** The first of the boxes, for the focus. */
  readonly firstBox: (element: HTMLInputElement | null) => void;
}

/** A box for each character of a mailed code; what is pasted into one spreads over all. */
export function CodeField({ value, error, onChange, firstBox }: CodeFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div>
      <Input.Label component="div" size="md" id={`${id}-label`}>
        {t('reset.code')}
      </Input.Label>
      <PinInput
        ref={firstBox}
        length={RESET_CODE_LENGTH}
        oneTimeCode
        placeholder=""
        gap="xs"
        vars={() => ({ root: { '--pin-input-size': rem(44) } })}
        value={value}
        onChange={onChange}
        error={error !== undefined}
        aria-labelledby={`${id}-label`}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        classNames={{ input: classes['box'] ?? '' }}
        getInputProps={(index) => ({
          'aria-label': t('reset.box', { number: index + 1, of: RESET_CODE_LENGTH }),
          autoCapitalize: 'characters',
          spellCheck: false,
        })}
      />
      {error !== undefined && <Input.Error size="md" id={`${id}-error`}>{error}</Input.Error>}
    </div>
  );
}
