// Texts of callers that must fit into the path of a URL.
import * as z from 'zod/mini'

/**
 * Rule of a text that survives as one segment of a URL's path after `encodeURIComponent`: printable, on one line, no blank at
 * its ends, no slash and no dot segment. Clients remove the segments `.` and `..`, even percent-encoded (RFC 3986 §3.3), and
 * proxies decode encoded slashes.
 */
export const pathText = (max: number): z.ZodMiniString =>
  z
    .string()
    .check(
      z.regex(
        new RegExp(`^(?!\\s|.*\\s$|\\.{1,2}$)[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}/\\\\]{1,${max}}$`, 'u'),
        `must be ${pathTextRule(max)}`,
      ),
    )

/** The same rule in words, for messages. */
export const pathTextRule = (max: number): string =>
  `1 to ${max} printable characters without "/" and "\\", not ".", ".." or with a blank at an end`
