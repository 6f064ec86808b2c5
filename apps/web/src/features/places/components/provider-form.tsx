import '@mantine/core/styles/RadioCard.css';
import '@mantine/core/styles/RadioIndicator.css';
import '@mantine/core/styles/Radio.css';
import type { PlaceProviders } from '@granary/contract/places/providers';
import { geocoderPresetNames, mapPresetNames, mapPresets } from '@granary/domain/places/providers';
import { Radio, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/error-state.tsx';
import classes from '../../../components/form-card.module.css';
import { Notice } from '../../../components/notice.tsx';
import { SubmitRow } from '../../../components/submit-row.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { ApiError } from '../../../lib/api-error.ts';
import { getBrowserTimeZone } from '../../../lib/browser-time-zone.ts';
import { focusFirstInvalid } from '../../../lib/field-errors.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useSetProviders } from '../api/providers.ts';
import {
  acceptsNewTerms,
  findGeocoderPreset,
  findMapPreset,
  findProviderProblems,
  hasUsableKey,
  needsKey,
  type ProviderValues,
  providerFieldOrder,
  providerFields,
  toProviderValues,
  toRequestedProviders,
} from '../provider-values.ts';
import linkClasses from './link.module.css';

export interface ProviderFormProps {
  readonly providers: PlaceProviders;
  readonly onSaved?: () => void;
}

type Form = UseFormReturnType<ProviderValues>;

/** The form for choosing the providers of map images and place search. Saving accepts their terms. */
export function ProviderForm({ providers, onSaved }: ProviderFormProps) {
  const { t } = useTranslation();
  const setProviders = useSetProviders();
  const form = useForm<ProviderValues>({
    initialValues: toProviderValues(providers, getBrowserTimeZone()),
    validate: (values) => {
      const problems = Object.entries(findProviderProblems(values, providers));
      return Object.fromEntries(
        problems.map(([field, problem]) => [
          field,
          t(problem === 'url' ? 'providers.urlInvalid' : 'providers.keyRequired'),
        ]),
      );
    },
  });
  const save = (values: ProviderValues) =>
    setProviders.mutate(toRequestedProviders(values, providers), {
      onSuccess: (saved) => {
        form.setInitialValues(toProviderValues(saved, getBrowserTimeZone()));
        form.reset();
      },
      onError: (error) => {
        const errors = toErrors(error);
        form.setErrors(errors);
        focusFirstInvalid(form, errors, providerFieldOrder);
      },
    });
  const { isSuccess } = setProviders;
  // Runs after the form is reset, so that leaving the page does not prompt about unsaved changes.
  useEffect(() => {
    if (isSuccess) onSaved?.();
  }, [isSuccess, onSaved]);
  const hasFormError = setProviders.isError && Object.keys(form.errors).length === 0;
  const isAccepting = acceptsNewTerms(form.values, providers);
  const canSave = [providers.maps, providers.geocoder].some(({ setBy }) => setBy !== 'environment');
  return (
    <>
      <UnsavedGuard isDirty={form.isDirty()} />
      <form
        noValidate
        className={classes['card']}
        onSubmit={form.onSubmit(save, (errors) =>
          focusFirstInvalid(form, errors, providerFieldOrder),
        )}
      >
        {hasFormError && <ErrorState error={setProviders.error} />}
        <MapChoice form={form} setting={providers.maps} />
        <SearchChoice form={form} setting={providers.geocoder} />
        {canSave && (
          <SubmitRow
            buttonText={t(isAccepting ? 'providers.acceptAndSave' : 'providers.save')}
            isBusy={setProviders.isPending}
          />
        )}
        <div role="status">
          {isSuccess && !form.isDirty() && <Notice state="ok" title={t('providers.saved')} />}
        </div>
      </form>
    </>
  );
}

function toErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    error.fields.flatMap(({ path, message }) => {
      const field = providerFields[path.replaceAll('/', '.')];
      return field === undefined ? [] : [[field, message]];
    }),
  );
}

interface ChoiceProps<Service extends keyof PlaceProviders> {
  readonly form: Form;
  readonly setting: PlaceProviders[Service];
}

function MapChoice({ form, setting }: ChoiceProps<'maps'>) {
  const { t } = useTranslation();
  if (setting.setBy === 'environment') {
    return (
      <EnvironmentChoice
        title={t('providers.maps')}
        variables="MAP_PROVIDER, TILE_URL"
        setting={setting}
      />
    );
  }
  const { maps: name, mapUrl } = form.values;
  const selectedPreset = findMapPreset(name);
  return (
    <Stack gap="md">
      <Radio.Group
        label={t('providers.maps')}
        {...(setting.setBy === 'nobody' && { description: t('providers.notInUse') })}
        {...form.getInputProps('maps')}
      >
        <Stack gap="xs" mt="xs">
          {mapPresetNames.map((preset) => (
            <Radio
              size="md"
              key={preset}
              value={preset}
              label={`${t(`providers.names.${preset}`)} · ${t(`providers.kinds.${mapPresets[preset].kind}`)}`}
              description={
                <PresetDetails
                  text={t(`providers.mapTexts.${preset}`)}
                  termsHref={mapPresets[preset].termsUrl}
                />
              }
            />
          ))}
          <Radio
            size="md"
            value="own"
            label={t('providers.names.own')}
            description={t('providers.mapTexts.own')}
          />
          <Radio
            size="md"
            value="none"
            label={t('providers.names.none')}
            description={t('providers.mapTexts.none')}
          />
        </Stack>
      </Radio.Group>
      {name === 'own' && (
        <>
          <TextInput
            label={t('providers.url')}
            description={t('providers.tileUrlHint')}
            withAsterisk
            maxLength={500}
            inputMode="url"
            autoComplete="off"
            {...form.getInputProps('mapUrl')}
          />
          <TextInput
            label={t('providers.attribution')}
            description={t('providers.attributionHint')}
            maxLength={300}
            {...form.getInputProps('mapAttribution')}
          />
        </>
      )}
      {name !== 'none' && needsKey(selectedPreset, mapUrl) && (
        <KeyField form={form} field="mapKey" isStored={hasUsableKey(setting, name, mapUrl)} />
      )}
      <NoResponseNotice
        isShown={setting.provider === name && name !== 'none' && !setting.isAvailable}
      />
    </Stack>
  );
}

function SearchChoice({ form, setting }: ChoiceProps<'geocoder'>) {
  const { t } = useTranslation();
  if (setting.setBy === 'environment') {
    return (
      <EnvironmentChoice
        title={t('providers.geocoder')}
        variables="GEOCODER, GEOCODER_URL"
        setting={setting}
      />
    );
  }
  const { geocoder: name, geocoderUrl } = form.values;
  const selectedPreset = findGeocoderPreset(name);
  return (
    <Stack gap="md">
      <Radio.Group
        label={t('providers.geocoder')}
        {...(setting.setBy === 'nobody' && { description: t('providers.notInUse') })}
        {...form.getInputProps('geocoder')}
      >
        <Stack gap="xs" mt="xs">
          {geocoderPresetNames.map((preset) => (
            <Radio
              size="md"
              key={preset}
              value={preset}
              label={t(`providers.names.${preset}`)}
              description={
                <PresetDetails
                  text={t(`providers.searchTexts.${preset}`)}
                  termsHref={findGeocoderPreset(preset)?.termsUrl ?? ''}
                />
              }
            />
          ))}
          <Radio
            size="md"
            value="own"
            label={t('providers.names.own')}
            description={t('providers.searchTexts.own')}
          />
          <Radio
            size="md"
            value="none"
            label={t('providers.names.none')}
            description={t('providers.searchTexts.none')}
          />
        </Stack>
      </Radio.Group>
      {name === 'own' && (
        <TextInput
          label={t('providers.url')}
          description={t('providers.searchUrlHint')}
          withAsterisk
          maxLength={500}
          inputMode="url"
          autoComplete="off"
          {...form.getInputProps('geocoderUrl')}
        />
      )}
      {name !== 'none' && needsKey(selectedPreset, geocoderUrl) && (
        <KeyField
          form={form}
          field="geocoderKey"
          isStored={hasUsableKey(setting, name, geocoderUrl)}
        />
      )}
      <NoResponseNotice
        isShown={setting.provider === name && name !== 'none' && !setting.isAvailable}
      />
    </Stack>
  );
}

/** Describes a preset and links to its terms. */
export function PresetDetails({
  text,
  termsHref,
}: {
  readonly text: string;
  readonly termsHref: string;
}) {
  const { t } = useTranslation();
  return (
    <>
      {text}{' '}
      <a className={linkClasses['link']} href={termsHref} target="_blank" rel="noreferrer">
        {t('providers.terms')}
      </a>
    </>
  );
}

interface KeyFieldProps {
  readonly form: Form;
  readonly field: 'mapKey' | 'geocoderKey';
  readonly isStored: boolean;
}

function KeyField({ form, field, isStored }: KeyFieldProps) {
  const { t } = useTranslation();
  return (
    <TextInput
      label={t('providers.key')}
      description={t(isStored ? 'providers.keyStored' : 'providers.keyHint')}
      withAsterisk={!isStored}
      maxLength={200}
      autoComplete="off"
      {...form.getInputProps(field)}
    />
  );
}

function NoResponseNotice({ isShown }: { readonly isShown: boolean }) {
  const { t } = useTranslation();
  if (!isShown) return null;
  return (
    <Notice
      state="warning"
      title={t('providers.unanswered')}
      detail={t('providers.unansweredDetail')}
    />
  );
}

interface EnvironmentChoiceProps {
  readonly title: string;
  readonly variables: string;
  readonly setting: PlaceProviders['maps'] | PlaceProviders['geocoder'];
}

/** Shows a provider that is set by environment variables and cannot be changed here. */
function EnvironmentChoice({ title, variables, setting }: EnvironmentChoiceProps) {
  const { t } = useTranslation();
  const { provider, isAvailable } = setting;
  const name = provider === null ? '' : t(`providers.names.${provider}`);
  return (
    <Stack gap="xs">
      <Text fw={600}>{title}</Text>
      <Notice
        title={t('providers.environment', { name })}
        detail={t('providers.environmentDetail', { variables })}
      />
      <NoResponseNotice isShown={provider !== 'none' && !isAvailable} />
    </Stack>
  );
}
