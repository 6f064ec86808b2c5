import { RESET_CODE_LENGTH } from '@granary/contract/accounts/http';
import { Input, PinInput, rem } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './sign-in-forms.module.css';

export interface ResetCodeFieldProps {
  /** The field's path in the form, used to focus it on an error. */
  readonly path: string;
  readonly input: GetInputPropsReturnType;
}

/** One box per character of the emailed code; pasting fills all boxes. */
export function ResetCodeField({ path, input }: ResetCodeFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const { value, onChange, error } = input;
  const hasError = error != null;
  return (
    <div>
      <Input.Label component="div" size="md" id={`${id}-label`}>
        {t('reset.code')}
      </Input.Label>
      <PinInput
        length={RESET_CODE_LENGTH}
        oneTimeCode
        placeholder=""
        gap="xs"
        vars={() => ({ root: { '--pin-input-size': rem(44) } })}
        value={value}
        onChange={onChange}
        error={hasError}
        aria-labelledby={`${id}-label`}
        aria-describedby={hasError ? `${id}-error` : undefined}
        classNames={{ input: classes['codeBox'] ?? '' }}
        getInputProps={(index) => ({
          ...(index === 0 && { 'data-path': path }),
          'aria-label': t('reset.box', { number: index + 1, of: RESET_CODE_LENGTH }),
          autoCapitalize: 'characters',
          spellCheck: false,
        })}
      />
      {hasError && (
        <Input.Error size="md" id={`${id}-error`}>
          {error}
        </Input.Error>
      )}
    </div>
  );
}
