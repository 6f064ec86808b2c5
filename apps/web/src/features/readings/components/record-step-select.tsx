import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { RECORD_STEPS, type RecordStep } from '../step-reading.ts';

interface RecordStepSelectProps {
  readonly step: RecordStep;
  readonly onStep: (step: RecordStep) => void;
}

/** Chooses how far the buttons for the next and previous record go. */
export function RecordStepSelect({ step, onStep }: RecordStepSelectProps) {
  const { t } = useTranslation();
  return (
    <NativeSelect
      w="auto"
      aria-label={t('records.step')}
      value={step}
      onChange={({ currentTarget: { value } }) =>
        onStep(RECORD_STEPS.find((one) => one === value) ?? 'reading')
      }
      data={RECORD_STEPS.map((value) => ({ value, label: t(`records.steps.${value}`) }))}
    />
  );
}
