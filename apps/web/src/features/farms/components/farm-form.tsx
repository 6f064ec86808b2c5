import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { focusFirstWrong } from '../../../lib/field-errors.ts';
import { useLiveState } from '../../../lib/live-client.ts';
import { type FarmValues, fieldOrder, positionIn } from '../farm-values.ts';
import { AddressFields, CoordinateFields, type FarmFormState } from './farm-fields.tsx';
import classes from './farm-form.module.css';

export interface Spot {
  readonly lat: number;
  readonly lng: number;
}

/** How the pages of farms place the map beside the form: it is another feature's. */
export interface Locator {
  (at: Spot | null, onChange: (at: Spot) => void): ReactNode;
}

export interface FarmFormProps {
  readonly form: FarmFormState;
  /** What the button says. */
  readonly act: string;
  readonly isBusy: boolean;
  readonly onSubmit: (values: FarmValues) => void;
  /** Stands above the fields: how saving went. */
  readonly news: ReactNode;
  /** Finds a place by name. */
  readonly search: (onChange: (at: Spot) => void) => ReactNode;
  readonly map: Locator;
  /** More fields, below the address. */
  readonly children?: ReactNode;
}

/** The fields of a farm, its pin on a map beside them; either follows the other. */
export function FarmForm(props: FarmFormProps) {
  const { form, act, isBusy, onSubmit, news, search, map, children } = props;
  const { t } = useTranslation();
  const isOffline = useLiveState().kind === 'offline';
  const at = positionIn(form.getValues());
  const place = ({ lat, lng }: Spot) => form.setValues({ lat: String(lat), lng: String(lng) });
  return (
    <form
      noValidate
      className={classes['form']}
      onSubmit={form.onSubmit(onSubmit, (errors) => focusFirstWrong(form, errors, fieldOrder))}
    >
      <div className={classes['fields']}>
        {news}
        <AddressFields form={form} />
        {children}
        <fieldset className={classes['location']}>
          <legend>{t('farmForm.location')}</legend>
          <Stack gap="md">
            <Text c="dimmed">
              {t(at === null ? 'farmForm.locationHintNone' : 'farmForm.locationHint')}
            </Text>
            {search(place)}
            <CoordinateFields form={form} />
          </Stack>
        </fieldset>
      </div>
      <div className={classes['map']}>{map(at, place)}</div>
      <Group className={classes['act'] ?? ''} gap="md">
        <Button type="submit" loading={isBusy} disabled={isOffline}>
          {act}
        </Button>
        {isOffline && <Text c="dimmed">{t('live.cannotChange')}</Text>}
      </Group>
    </form>
  );
}
