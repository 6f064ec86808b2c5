import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { parsePosition } from '../../../lib/coordinates.ts';
import { focusFirstInvalid } from '../../../lib/field-errors.ts';
import { useLiveState } from '../../../lib/live-client.ts';
import { type FarmValues, fieldOrder } from '../farm-values.ts';
import { AddressFields, CoordinateFields, type FarmFormState } from './farm-fields.tsx';
import classes from './farm-form.module.css';

export interface Position {
  readonly lat: number;
  readonly lng: number;
}

/** Renders the map, which belongs to another feature. */
export interface RenderMap {
  (pinPosition: Position | null, onChange: (at: Position) => void): ReactNode;
}

export interface FarmFormProps {
  readonly form: FarmFormState;
  readonly buttonText: string;
  readonly isBusy: boolean;
  readonly onSubmit: (values: FarmValues) => void;
  /** Shown above the fields: the result of saving. */
  readonly status: ReactNode;
  /** Renders the place search. */
  readonly renderSearch: (onChange: (pinPosition: Position) => void) => ReactNode;
  readonly renderMap: RenderMap;
  readonly children?: ReactNode;
}

/** A farm's fields next to a map; the pin and the coordinates stay in sync. */
export function FarmForm(props: FarmFormProps) {
  const {
    form,
    buttonText: submitLabel,
    isBusy,
    onSubmit,
    status,
    renderSearch,
    renderMap,
    children,
  } = props;
  const { t } = useTranslation();
  const isOffline = useLiveState().kind === 'offline';
  const position = parsePosition(form.getValues());
  const setPosition = ({ lat, lng }: Position) =>
    form.setValues({ lat: String(lat), lng: String(lng) });
  return (
    <form
      noValidate
      className={classes['form']}
      onSubmit={form.onSubmit(onSubmit, (errors) => focusFirstInvalid(form, errors, fieldOrder))}
    >
      <div className={classes['fields']}>
        {status}
        <AddressFields form={form} />
        <fieldset className={classes['location']}>
          <legend>{t('farmForm.location')}</legend>
          <Stack gap="md">
            <Text c="dimmed">
              {t(position === null ? 'farmForm.locationHintNone' : 'farmForm.locationHint')}
            </Text>
            {renderSearch(setPosition)}
            <CoordinateFields form={form} />
          </Stack>
        </fieldset>
        {children}
      </div>
      <div className={classes['map']}>{renderMap(position, setPosition)}</div>
      <Group className={classes['submit'] ?? ''} gap="md">
        <Button type="submit" loading={isBusy} disabled={isOffline}>
          {submitLabel}
        </Button>
        {isOffline && <Text c="dimmed">{t('live.cannotChange')}</Text>}
      </Group>
    </form>
  );
}
