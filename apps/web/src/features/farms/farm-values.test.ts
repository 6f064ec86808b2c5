import type { Farm } from '@granary/contract/farms/http';
import { describe, expect, it } from 'vitest';
import {
  emptyFarm,
  lacksAmbientBin,
  parsePrice,
  toFarmEdit,
  toFarmValues,
  toNewFarm,
  validateCoordinates,
} from './farm-values.ts';

const PROPOSAL = { timezone: 'America/Winnipeg' };

const farm: Farm = {
  id: 7,
  documentId: 7,
  name: 'Home Yard',
  city: 'Elm Creek',
  state: 'MB',
  country: 'Canada',
  ownerId: 3,
  lat: 49.6761,
  lng: -97.9934,
  timezone: 'America/Winnipeg',
  ambientSensorAttached: true,
  ambientBinId: 12,
  pricePerKwh: 0.125,
  binCount: 7,
  version: 4,
};

describe('coordinates', () => {
  it('may be blank only if both are blank', () => {
    expect(validateCoordinates({ lat: '', lng: ' ' })).toEqual({ lat: null, lng: null });
    expect(validateCoordinates({ lat: '49', lng: '' })).toEqual({ lat: null, lng: 'incomplete' });
    expect(validateCoordinates({ lat: '91', lng: '-97' })).toEqual({ lat: 'invalid', lng: null });
  });
});

describe('the farm form', () => {
  it('sends back the values that it was filled with', () => {
    const { documentId: _, ownerId: __, binCount: ___, ...expectedEdit } = farm;
    for (const locale of ['en', 'de', 'ru']) {
      expect(toFarmEdit(toFarmValues(farm, locale), farm, locale)).toEqual(expectedEdit);
    }
  });

  it('requires a bin only for an enabled outdoor sensor', () => {
    const lacksBin = (ambientSensor: 'enabled' | 'disabled', ambientBinId: string) =>
      lacksAmbientBin({ ambientSensor, ambientBinId });
    expect(lacksBin('enabled', '')).toBe(true);
    expect(lacksBin('enabled', '7')).toBe(false);
    expect(lacksBin('disabled', '')).toBe(false);
  });

  it('accepts a price of zero or more, with the decimal separator of the locale', () => {
    expect(parsePrice('0,125', 'de')).toBe(0.125);
    expect(parsePrice('0', 'en')).toBe(0);
    expect(parsePrice('100000', 'en')).toBe(100_000);
    for (const invalidPrice of ['-0.1', '100000.01', 'cheap'])
      expect(parsePrice(invalidPrice, 'en')).toBeNull();
  });

  it('leaves missing coordinates, bin and price blank', () => {
    const farmWithoutOptionalValues = {
      ...farm,
      lat: null,
      lng: null,
      ambientBinId: null,
      ambientSensorAttached: false,
      pricePerKwh: null,
    };
    expect(
      toFarmEdit(toFarmValues(farmWithoutOptionalValues, 'en'), farmWithoutOptionalValues, 'en'),
    ).toMatchObject({
      lat: null,
      lng: null,
      ambientBinId: null,
      pricePerKwh: null,
    });
    const newFarmValues = { ...emptyFarm, name: 'New', timezone: 'America/Regina' };
    expect(toNewFarm(newFarmValues, 3, PROPOSAL, newFarmValues)).toEqual({
      name: 'New',
      city: '',
      state: '',
      country: '',
      lat: null,
      lng: null,
      ownerId: 3,
      timezone: 'America/Regina',
    });
  });

  it('adds a farm in the proposed time zone if none is chosen', () => {
    expect(toNewFarm(emptyFarm, 3, PROPOSAL, emptyFarm).timezone).toBe('America/Winnipeg');
    expect(toNewFarm(emptyFarm, 3, undefined, emptyFarm)).not.toHaveProperty('timezone');
  });

  it('lets the server choose the time zone if the proposed one was for different coordinates', () => {
    const movedValues = { ...emptyFarm, lat: '50.4', lng: '-104.6' };
    expect(toNewFarm(movedValues, 3, PROPOSAL, emptyFarm)).not.toHaveProperty('timezone');
  });
});
