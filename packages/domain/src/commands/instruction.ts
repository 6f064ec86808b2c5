/** What a command tells a board to do for one of its bins. */
export type Instruction =
  | {
      readonly kind: 'fan';
      readonly isOn: boolean;
      /** The board stops the fan this long after it receives the command, s; null if there is no limit. */
      readonly runForS: number | null;
    }
  | {
      readonly kind: 'cable';
      /** As `buildCableCommands` writes it. */
      readonly text: string;
    }
  | { readonly kind: 'radio'; readonly frequency: number; readonly radioGroup: number }
  | { readonly kind: 'radar'; readonly heightMm: number; readonly deadZoneMm: number }
  | { readonly kind: 'request' }
  | { readonly kind: 'installation-mode'; readonly isOn: boolean };

export type CommandKind = Instruction['kind'];

/** The longest run time of a fan that a command can set, s: seven days. */
export const MAX_RUN_FOR_S = 7 * 24 * 3600;

/** Formats an instruction as text, for boards that read only text. */
export function formatCommandText(instruction: Instruction, binNumber: number): string {
  switch (instruction.kind) {
    case 'fan':
      return `setF${toBinMask(binNumber)}`;
    case 'cable':
      return instruction.text;
    case 'radio':
      return `setR${toBinMask(binNumber)}${toHex(instruction.frequency, 2)}${toHex(instruction.radioGroup, 2)}`;
    case 'radar':
      return `setH${toBinMask(binNumber)}${toHex(instruction.heightMm, 6)}${toHex(instruction.deadZoneMm, 6)}`;
    case 'request':
      return `getT${toBinMask(binNumber)}`;
    case 'installation-mode':
      return `setI${toBinMask(binNumber)}${instruction.isOn ? '01' : '00'}`;
  }
}

/** A mask of 32 bits with the bit of the bin set, as eight upper-case hex digits. */
function toBinMask(binNumber: number): string {
  return toHex(2 ** (binNumber - 1), 8);
}

function toHex(value: number, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, '0');
}
