import type { PlaceProviders } from '@granary/contract/places/providers';
import { Button, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/error-state.tsx';
import { getBrowserTimeZone } from '../../../lib/browser-time-zone.ts';
import { useSetProviders } from '../api/providers.ts';
import {
  findGeocoderPreset,
  findMapPreset,
  toProviderValues,
  toRequestedProviders,
} from '../provider-values.ts';
import { PresetDetails, ProviderForm } from './provider-form.tsx';

export interface ProviderSetupProps {
  readonly providers: PlaceProviders;
  readonly onDone: () => void;
}

/**
 * Asks for the providers once; one button accepts the suggested providers and their terms. Skips the question
 * if both providers have already been chosen.
 */
export function ProviderSetup({ providers, onDone }: ProviderSetupProps) {
  const { t } = useTranslation();
  const [isChoosing, setChoosing] = useState(false);
  const [isDecided] = useState(
    providers.maps.setBy !== 'nobody' && providers.geocoder.setBy !== 'nobody',
  );
  useEffect(() => {
    if (isDecided) onDone();
  }, [isDecided, onDone]);
  const setProviders = useSetProviders();
  const proposedValues = toProviderValues(providers, getBrowserTimeZone());
  const mapPreset =
    providers.maps.setBy === 'environment' ? null : findMapPreset(proposedValues.maps);
  const geocoderPreset =
    providers.geocoder.setBy === 'environment' ? null : findGeocoderPreset(proposedValues.geocoder);
  const skip = (
    <Button variant="default" fullWidth onClick={onDone}>
      {t('providers.skip')}
    </Button>
  );
  if (isChoosing) {
    return (
      <Stack gap="md">
        <ProviderForm providers={providers} onSaved={onDone} />
        {skip}
      </Stack>
    );
  }
  return (
    <Stack gap="md">
      {setProviders.isError && <ErrorState error={setProviders.error} />}
      {mapPreset !== null && (
        <Proposal
          title={`${t('providers.maps')}: ${t(`providers.names.${proposedValues.maps}`)}`}
          text={t(`providers.mapTexts.${proposedValues.maps}`)}
          termsHref={mapPreset.termsUrl}
        />
      )}
      {geocoderPreset !== null && (
        <Proposal
          title={`${t('providers.geocoder')}: ${t(`providers.names.${proposedValues.geocoder}`)}`}
          text={t(`providers.searchTexts.${proposedValues.geocoder}`)}
          termsHref={geocoderPreset.termsUrl}
        />
      )}
      <Button
        fullWidth
        loading={setProviders.isPending}
        onClick={() =>
          setProviders.mutate(toRequestedProviders(proposedValues, providers), {
            onSuccess: onDone,
          })
        }
      >
        {t('providers.acceptAndContinue')}
      </Button>
      <Button variant="default" fullWidth onClick={() => setChoosing(true)}>
        {t('providers.others')}
      </Button>
      {skip}
      <Text c="dimmed">{t('providers.later')}</Text>
    </Stack>
  );
}

interface ProposalProps {
  readonly title: string;
  readonly text: string;
  readonly termsHref: string;
}

function Proposal({ title, text, termsHref }: ProposalProps) {
  return (
    <div>
      <Text fw={600}>{title}</Text>
      <Text>
        <PresetDetails text={text} termsHref={termsHref} />
      </Text>
    </div>
  );
}
