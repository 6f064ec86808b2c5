import {
  type CommandKind,
  formatCommandText,
  type Instruction,
  MAX_RUN_FOR_S,
} from '@granary/domain/commands/instruction';
import type { Millis } from '@granary/domain/units';
import * as z from 'zod/mini';
import { binNumber, boardInstant, version } from '../boards/frame.ts';
import { wireObject } from '../wire.ts';

export const COMMAND_KINDS = [
  'fan',
  'cable',
  'radio',
  'radar',
  'request',
  'installation-mode',
] as const satisfies readonly CommandKind[];

const wholeNumber = (min: number, max: number) => z.int().check(z.minimum(min), z.maximum(max));

const radio = wireObject({
  frequency: ['freq', wholeNumber(30, 70)],
  radioGroup: ['bin_in', wholeNumber(1, 10)],
});

const radar = wireObject({
  heightMm: ['height_mm', wholeNumber(0, 100_000)],
  deadZoneMm: ['dead_zone_mm', wholeNumber(0, 100_000)],
});

/** `down`: a command as it is sent. Most kinds add their own field to the common ones. */
const downFrame = wireObject({
  version: ['v', version],
  commandId: ['command_id', z.string().check(z.minLength(1), z.maxLength(64))],
  seq: ['seq', z.int().check(z.minimum(0))],
  kind: ['kind', z.enum(COMMAND_KINDS)],
  text: ['command', z.string().check(z.maxLength(300))],
  binNumber: ['bin_number', binNumber],
  fan: ['fan', z.optional(z.enum(['on', 'off']))],
  runForS: ['run_for_s', z.optional(wholeNumber(1, MAX_RUN_FOR_S))],
  radio: ['radio', z.optional(radio)],
  radar: ['radar', z.optional(radar)],
  isInstallationMode: ['installation_mode', z.optional(z.boolean())],
  issuedAt: ['issued_at', boardInstant],
  ttlS: ['ttl_s', z.int().check(z.minimum(0))],
});
type DownFrame = z.output<typeof downFrame>;

/** A command to a board. */
export interface DownCommand {
  readonly commandId: string;
  /** Increases with each command for the same board, bin and kind. */
  readonly seq: number;
  readonly binNumber: number;
  readonly instruction: Instruction;
  readonly issuedAt: Millis;
  /** How long after receiving the command the board may still execute it, s. */
  readonly ttlS: number;
}

/** Encodes a command as a `down` payload. */
export function encodeCommand(command: DownCommand): string {
  const { instruction, binNumber: bin } = command;
  return JSON.stringify(
    z.encode(downFrame, {
      version: 1,
      commandId: command.commandId,
      seq: command.seq,
      kind: instruction.kind,
      text: formatCommandText(instruction, bin),
      binNumber: bin,
      ...toInstructionFields(instruction),
      issuedAt: command.issuedAt,
      ttlS: command.ttlS,
    }),
  );
}

function toInstructionFields(instruction: Instruction): Partial<DownFrame> {
  switch (instruction.kind) {
    case 'fan': {
      const fan = instruction.isOn ? 'on' : 'off';
      return instruction.runForS === null ? { fan } : { fan, runForS: instruction.runForS };
    }
    case 'radio':
      return {
        radio: { frequency: instruction.frequency, radioGroup: instruction.radioGroup },
      };
    case 'radar':
      return { radar: { heightMm: instruction.heightMm, deadZoneMm: instruction.deadZoneMm } };
    case 'installation-mode':
      return { isInstallationMode: instruction.isOn };
    case 'cable':
    case 'request':
      return {};
  }
}

/** Decodes a `down` payload; null if it is not a command of this version. */
export function decodeCommand(payload: string): DownCommand | null {
  let json: unknown;
  try {
    json = JSON.parse(payload);
  } catch {
    return null;
  }
  const parsed = z.safeDecode(downFrame, json as never);
  if (!parsed.success) return null;
  const instruction = toInstruction(parsed.data);
  if (instruction === null) return null;
  const { commandId, seq, binNumber: bin, issuedAt, ttlS } = parsed.data;
  return { commandId, seq, binNumber: bin, instruction, issuedAt, ttlS };
}

function toInstruction(frame: DownFrame): Instruction | null {
  switch (frame.kind) {
    case 'fan':
      if (frame.fan === undefined) return null;
      return { kind: 'fan', isOn: frame.fan === 'on', runForS: frame.runForS ?? null };
    case 'cable':
      return { kind: 'cable', text: frame.text };
    case 'radio':
      return frame.radio ? { kind: 'radio', ...frame.radio } : null;
    case 'radar':
      return frame.radar ? { kind: 'radar', ...frame.radar } : null;
    case 'request':
      return { kind: 'request' };
    case 'installation-mode':
      return frame.isInstallationMode === undefined
        ? null
        : { kind: 'installation-mode', isOn: frame.isInstallationMode };
  }
}
