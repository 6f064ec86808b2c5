import { describe, expect, it } from 'vitest';
import { isPrivateAddress, isPrivateHost } from './private-address.ts';

describe('an address', () => {
  it.each([
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '192.0.2.1',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:8.8.8.8',
    '::7f00:1',
    'fe80::1',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    '64:ff9b::7f00:1',
    '64:ff9b::a9fe:a9fe',
    '2002:7f00:1::',
    '2001:0:7f00:1::',
    '2001:db8::1',
    'fe80::1%eth0',
    '::1%lo',
  ])('%s is private', (address) => {
    expect(isPrivateAddress(address)).toBe(true);
  });

  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '172.32.0.1',
    '172.15.255.255',
    '100.63.255.255',
    '100.128.0.1',
    '169.253.1.1',
    '223.255.255.255',
    '2001:4860:4860::8888',
    '2606:4700::1111',
    '2a00::1',
  ])('%s is not private', (address) => {
    expect(isPrivateAddress(address)).toBe(false);
  });

  it.each([
    '',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.1',
    '0x7f.1',
    'localhost',
    '8.8.8.8 ',
    '8.8.8',
    '8.8.8.8/0',
    '①②⑦.⓪.⓪.①',
    '010.8.8.8',
    '[2606:4700::1111]',
  ])('%j counts as private because it is not in standard notation', (text) => {
    expect(isPrivateAddress(text)).toBe(true);
  });
});

describe('a configured host', () => {
  it.each([
    'localhost',
    'tiles.localhost',
    '127.0.0.1',
    '[::1]',
    '192.168.0.20',
    '[fd00::20]',
    // Notations that the URL parser accepts and normalizes.
    ...['2130706433', '0x7f000001', '0177.0.0.1', '127.1'].map(
      (host) => new URL(`http://${host}/`).hostname,
    ),
  ])('%s is private', (host) => {
    expect(isPrivateHost(host)).toBe(true);
  });

  it.each([
    'tiles.example',
    'localhost.example',
    '8.8.8.8',
    '[2606:4700::1111]',
    '127.0.0.1.example',
  ])('%s is not private', (host) => {
    expect(isPrivateHost(host)).toBe(false);
  });
});
