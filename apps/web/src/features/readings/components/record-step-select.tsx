import { useTranslation } from 'react-i18next';
import { RECORD_STEPS, type RecordStep } from '../step-reading.ts';
import classes from './record-step-select.module.css';

interface RecordStepSelectProps {
  readonly step: RecordStep;
  readonly onStep: (step: RecordStep) => void;
}

/**
 * Selects how far the buttons for the next and previous record go. It is part of a bin's first view, so it
 * uses a native select instead of loading the code for another input.
 */
export function RecordStepSelect({ step, onStep }: RecordStepSelectProps) {
  const { t } = useTranslation();
  return (
    <select
      className={classes['select']}
      aria-label={t('records.step')}
      value={step}
      onChange={({ currentTarget: { value } }) =>
        onStep(RECORD_STEPS.find((recordStep) => recordStep === value) ?? 'reading')
      }
    >
      {RECORD_STEPS.map((value) => (
        <option key={value} value={value}>
          {t(`records.steps.${value}`)}
        </option>
      ))}
    </select>
  );
}
