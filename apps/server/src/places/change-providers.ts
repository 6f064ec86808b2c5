import type { RequestedGeocoder, RequestedMapProvider } from '@granary/contract/places/providers';
import {
  geocoderPresets,
  isGeocoderPreset,
  isMapPreset,
  mapPresets,
  type PresetDefinition,
} from '@granary/domain/places/providers';
import { type ChangedBy, type FieldChange, recordChange } from '../audit/record-change.ts';
import type { Db, Trx } from '../platform/postgres/tables.ts';
import { findContact, lockProviders, saveProvider } from './provider-store.ts';
import type { PlaceProviders, Service, StoredProvider } from './providers.ts';

export type RequestedProviders = Partial<{
  maps: RequestedMapProvider;
  geocoder: RequestedGeocoder;
}>;

/** Why a provider cannot be chosen. */
export interface ProviderProblem {
  readonly service: Service;
  readonly reason:
    | 'set-by-environment'
    | 'terms-not-accepted'
    | 'key-missing'
    | 'url-missing'
    | 'private-address';
}

export interface ChangePorts {
  readonly db: Db;
  readonly providers: PlaceProviders;
  /** Whether the host of a URL is a private address or resolves to one. */
  isPrivate(url: URL): Promise<boolean>;
}

/** A requested provider, with its definition if it is a preset. */
interface RequestedProvider {
  readonly service: Service;
  readonly provider: string;
  readonly acceptsTerms: boolean;
  readonly url: string | null;
  readonly attribution: string;
  /** If undefined, the stored key is reused for the same provider and host. */
  readonly key: string | undefined;
  /** Null for a custom address or no provider. */
  readonly preset: PresetDefinition | null;
}

/**
 * Saves the requested providers and records the changes. If there is a problem, changes nothing and returns
 * it.
 */
export async function changeProviders(
  { db, providers, isPrivate }: ChangePorts,
  requestedProviders: RequestedProviders,
  changedBy: ChangedBy,
): Promise<ProviderProblem | null> {
  const all = listRequested(requestedProviders);
  for (const provider of all) {
    const reason = providers.isConfigured(provider.service)
      ? 'set-by-environment'
      : await findProblem(provider, isPrivate);
    if (reason !== null) return { service: provider.service, reason };
  }
  const problem = await db.transaction().execute(async (trx) => {
    const storedProviders = await lockProviders(trx);
    const entries = all.map((provider) => {
      const before = storedProviders.find(({ service }) => service === provider.service) ?? null;
      return { provider, before, key: provider.key ?? findReusableKey(provider, before) };
    });
    const incompleteEntry = entries.find(({ provider, key }) => needsKey(provider) && !key);
    if (incompleteEntry)
      return { service: incompleteEntry.provider.service, reason: 'key-missing' as const };
    for (const { provider, before, key } of entries)
      await saveRequestedProvider(trx, provider, before, key, changedBy);
    return null;
  });
  providers.forget();
  return problem;
}

function listRequested({ maps, geocoder }: RequestedProviders): RequestedProvider[] {
  const list: RequestedProvider[] = [];
  if (maps) {
    const preset = isMapPreset(maps.provider) ? mapPresets[maps.provider] : null;
    const attribution = maps.attribution ?? '';
    list.push({ service: 'maps', preset, ...toRequestedFields(maps), attribution });
  }
  if (geocoder) {
    const { provider } = geocoder;
    const preset = isGeocoderPreset(provider) ? geocoderPresets[provider] : null;
    list.push({ service: 'geocoder', preset, ...toRequestedFields(geocoder), attribution: '' });
  }
  return list;
}

function toRequestedFields({
  provider,
  acceptsTerms,
  url,
  key,
}: RequestedMapProvider | RequestedGeocoder) {
  return {
    provider,
    acceptsTerms: acceptsTerms ?? false,
    url: provider === 'own' ? (url ?? null) : null,
    key: key === '' ? undefined : key,
  };
}

async function findProblem(
  { provider, preset, acceptsTerms, url }: RequestedProvider,
  isPrivate: ChangePorts['isPrivate'],
): Promise<ProviderProblem['reason'] | null> {
  if (preset !== null && !acceptsTerms) return 'terms-not-accepted';
  if (provider !== 'own') return null;
  if (url === null) return 'url-missing';
  return (await isPrivate(new URL(url))) ? 'private-address' : null;
}

function needsKey({ preset, url }: RequestedProvider): boolean {
  return preset?.needsKey ?? url?.includes('{key}') ?? false;
}

/** The stored key if it can be reused: it is sent only to the host that it was entered for. */
function findReusableKey(
  requestedProvider: RequestedProvider,
  before: StoredProvider | null,
): string | null {
  if (
    !needsKey(requestedProvider) ||
    before === null ||
    before.provider !== requestedProvider.provider
  )
    return null;
  const isSameHost = parseOrigin(before.url) === parseOrigin(requestedProvider.url);
  return isSameHost ? before.key : null;
}

async function saveRequestedProvider(
  trx: Trx,
  requestedProvider: RequestedProvider,
  before: StoredProvider | null,
  key: string | null,
  changedBy: ChangedBy,
): Promise<void> {
  const { service, provider, url, attribution, preset } = requestedProvider;
  const contact =
    preset?.needsContact && changedBy.actor !== null
      ? await findContact(trx, changedBy.actor.id)
      : null;
  const after: StoredProvider = {
    service,
    provider,
    url,
    attribution: provider === 'own' ? attribution : '',
    key: needsKey(requestedProvider) ? key : null,
    contact,
    version: (before?.version ?? 0) + 1,
  };
  const changes = listChanges(before, after);
  if (changes.length === 0) return;
  await saveProvider(trx, after, new Date(changedBy.at));
  await recordChange(trx, {
    ...changedBy,
    act: 'changed',
    subject: 'settings',
    subjectId: 'places',
    subjectName: '',
    changes,
  });
}

const providerFields = { maps: 'map_provider', geocoder: 'geocoder' } as const;
const keyFields = { maps: 'map_key', geocoder: 'geocoder_key' } as const;

function listChanges(before: StoredProvider | null, after: StoredProvider): FieldChange[] {
  const { service } = after;
  const changes: FieldChange[] = [];
  if (before?.provider !== after.provider || before.url !== after.url) {
    const field = providerFields[service];
    changes.push({ field, before: before && toName(before), after: toName(after) });
  }
  if ((before?.attribution ?? '') !== after.attribution) {
    const field = 'map_attribution';
    changes.push({ field, before: before?.attribution ?? '', after: after.attribution });
  }
  const oldKey = before?.key ?? null;
  if (oldKey !== after.key) {
    changes.push({
      field: keyFields[service],
      before: oldKey === null ? null : 'set',
      after: after.key === null ? null : oldKey === null ? 'set' : 'replaced',
    });
  }
  return changes;
}

/** The name of a preset, or a custom address without its query, which might contain a key. */
function toName({ provider, url }: StoredProvider): string {
  return url === null ? provider : (url.split(/[?#]/)[0] ?? '');
}

function parseOrigin(url: string | null): string | null {
  return url === null ? null : new URL(url).origin;
}
