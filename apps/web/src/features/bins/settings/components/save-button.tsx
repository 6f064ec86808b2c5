import { Button, Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface SaveButtonProps {
  readonly buttonText: string;
  readonly isBusy: boolean;
  readonly isDisabled: boolean;
  /** Whether the button is highlighted, usually because there is something to save. */
  readonly isHighlighted: boolean;
}

/** A submit button that shows progress. */
export function SaveButton({ buttonText, isBusy, isDisabled, isHighlighted }: SaveButtonProps) {
  const { t } = useTranslation();
  return (
    <Button
      type="submit"
      variant={isHighlighted || isBusy ? 'filled' : 'default'}
      disabled={isBusy || isDisabled}
      leftSection={isBusy && <Loader size={18} color="currentColor" aria-hidden />}
    >
      {isBusy ? t('settingsForm.updating') : buttonText}
    </Button>
  );
}
