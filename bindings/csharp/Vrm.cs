// SPDX-License-Identifier: MIT
// Handles over Native.cs for the usual work: load, validate, migrate, save, run a crowd, play clips. Everything else is
// called through Vrm.Native.Api with Handle.Pointer, as in C.
using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using System.Text;
using System.Threading;
using Vrm.Native;

namespace Vrm
{
    /// <summary>A call failed. Result says how, Findings what exactly is wrong with a file.</summary>
    public class VrmException : Exception
    {
        public Result Result { get; private set; }
        public IReadOnlyList<Finding> Findings { get; private set; }

        public VrmException(Result result, string what, IReadOnlyList<Finding> findings = null)
            : base(what + ": " + Text.Of(result) + Worst(findings))
        {
            Result = result;
            Findings = findings ?? new Finding[0];
        }

        private static string Worst(IReadOnlyList<Finding> findings)
        {
            if (findings == null || findings.Count == 0) return "";
            Finding worst = findings[0];
            foreach (Finding finding in findings)
                if (finding.Severity < worst.Severity) worst = finding;
            return " (" + worst.Code + " at \"" + worst.Pointer + "\": " + worst.Message + ")";
        }
    }

    /// <summary>One finding about a file, copied out of a report.</summary>
    public sealed class Finding
    {
        public string Code { get; internal set; }
        public string Pointer { get; internal set; }
        public string Message { get; internal set; }
        public ulong ByteOffset { get; internal set; }
        public Severity Severity { get; internal set; }
    }

    internal static unsafe class Text
    {
        public static string Of(Result result) { return Read(Api.vrm_result_text(result)); }

        public static string Read(byte* text)
        {
            if (text == null) return null;
            int length = 0;
            while (text[length] != 0) length++;
            byte[] bytes = new byte[length];
            Marshal.Copy((IntPtr)text, bytes, 0, length);
            return Encoding.UTF8.GetString(bytes);
        }

        /// <summary>Terminated UTF-8 for a call.</summary>
        public static byte[] Write(string text)
        {
            if (text == null) throw new ArgumentNullException("text");
            if (text.IndexOf('\0') >= 0) throw new ArgumentException("a string for libvrm must not hold U+0000");
            byte[] bytes = new byte[Encoding.UTF8.GetByteCount(text) + 1];
            Encoding.UTF8.GetBytes(text, 0, text.Length, bytes, 0);
            return bytes;
        }
    }

    /// <summary>
    /// Owns an object of the library. Dispose() ends it, or the garbage collector does; what others still need of it (a
    /// rig that avatars use) lives until they end. Use after Dispose() throws ObjectDisposedException.
    /// </summary>
    public abstract class Handle : IDisposable
    {
        // Counted: an object ends with the last of its handle, the calls that run, and those that depend on it.
        internal sealed class Owned
        {
            public IntPtr Pointer;
            private readonly Action<IntPtr> end;
            private readonly Owned[] keeps;
            private int uses = 1;

            public Owned(IntPtr pointer, Action<IntPtr> end, params Owned[] keeps)
            {
                Pointer = pointer;
                this.end = end;
                this.keeps = keeps;
                foreach (Owned kept in keeps) kept.Acquire();
            }

            public void Acquire() { Interlocked.Increment(ref uses); }

            public void Release()
            {
                if (Interlocked.Decrement(ref uses) != 0) return;
                end(Pointer);
                foreach (Owned kept in keeps) kept.Release();
            }
        }

        internal Owned native;

        internal Owned Owner
        {
            get
            {
                Owned owned = native;
                if (owned == null) throw new ObjectDisposedException(GetType().Name);
                return owned;
            }
        }

        /// <summary>For Vrm.Native.Api; valid until Dispose().</summary>
        public IntPtr Pointer { get { return Owner.Pointer; } }

        public bool IsDisposed { get { return native == null; } }

        public void Dispose()
        {
            Owned owned = Interlocked.Exchange(ref native, null);
            if (owned != null) owned.Release();
            GC.SuppressFinalize(this);
        }

        ~Handle()
        {
            Owned owned = Interlocked.Exchange(ref native, null);
            if (owned != null) owned.Release();
        }

        /// <summary>Checks a library of another version before anything else is called.</summary>
        static Handle()
        {
            uint version = Api.vrm_version();
            string[] wanted = Constants.VERSION_TEXT.Split('.');
            uint major = version / 1000000, minor = version / 1000 % 1000;
            if (major != uint.Parse(wanted[0]) || (major == 0 ? minor != uint.Parse(wanted[1]) : minor < uint.Parse(wanted[1])))
                throw new DllNotFoundException("libvrm " + major + "." + minor + " was found, but these bindings were made for " +
                                               Constants.VERSION_TEXT);
        }

        internal static void Check(Result result, string what)
        {
            if (result != Result.OK) throw new VrmException(result, what);
        }
    }

    /// <summary>Findings of a call: kept for its length, then copied.</summary>
    internal sealed unsafe class Reporting : IDisposable
    {
        public Vrm.Native.Report* Pointer;

        public Reporting()
        {
            Vrm.Native.Report* report;
            Handle.Check(Api.vrm_report_create(null, &report), "making a report");
            Pointer = report;
        }

        public IReadOnlyList<Finding> Findings()
        {
            List<Finding> findings = new List<Finding>();
            for (int i = 0; i < Api.vrm_report_count(Pointer); i++)
            {
                Vrm.Native.Finding f = Api.vrm_report_get(Pointer, i);
                findings.Add(new Finding { Code = Text.Read(f.code), Pointer = Text.Read(f.pointer), Message = Text.Read(f.message),
                                           ByteOffset = f.byte_offset, Severity = f.severity });
            }
            return findings;
        }

        public IReadOnlyList<Finding> Check(Result result, string what)
        {
            IReadOnlyList<Finding> findings = Findings();
            if (result != Result.OK) throw new VrmException(result, what, findings);
            return findings;
        }

        public void Dispose()
        {
            Api.vrm_report_destroy(Pointer);
            Pointer = null;
        }
    }

    public static unsafe class Validator
    {
        /// <summary>Says what is wrong with a file.</summary>
        public static IReadOnlyList<Finding> Validate(string path)
        {
            fixed (byte* name = Text.Write(path))
            using (Reporting report = new Reporting())
                return report.Check(Api.vrm_validate_file(name, null, report.Pointer, null), path);
        }
    }

    /// <summary>An avatar, a VRM animation or any glTF file. One thread at a time.</summary>
    public sealed unsafe class Model : Handle
    {
        /// <summary>What loading found.</summary>
        public IReadOnlyList<Finding> Findings { get; private set; }

        private Model(Vrm.Native.Model* model, IReadOnlyList<Finding> findings)
        {
            native = new Owned((IntPtr)model, p => Api.vrm_model_destroy((Vrm.Native.Model*)p));
            Findings = findings;
        }

        private Vrm.Native.Model* C { get { return (Vrm.Native.Model*)Pointer; } }

        public static Model Load(string path)
        {
            Vrm.Native.Model* model;
            fixed (byte* name = Text.Write(path))
            using (Reporting report = new Reporting())
            {
                IReadOnlyList<Finding> findings = report.Check(Api.vrm_model_load_file(name, null, report.Pointer, &model), path);
                return new Model(model, findings);
            }
        }

        public static Model Load(byte[] bytes)
        {
            if (bytes == null) throw new ArgumentNullException("bytes");
            Vrm.Native.Model* model;
            fixed (byte* data = bytes)
            using (Reporting report = new Reporting())
            {
                IReadOnlyList<Finding> findings =
                    report.Check(Api.vrm_model_load(data, (UIntPtr)bytes.Length, null, report.Pointer, &model), "bytes");
                return new Model(model, findings);
            }
        }

        public Dialect Dialect { get { return Api.vrm_model_dialect(C); } }

        /// <summary>The avatar's name; null without VRM meta.</summary>
        public string Name
        {
            get
            {
                Meta* meta = Api.vrm_model_meta(C);
                return meta == null ? null : Text.Read(meta->name);
            }
        }

        public string[] Authors
        {
            get
            {
                Meta* meta = Api.vrm_model_meta(C);
                string[] names = new string[meta == null ? 0 : meta->author_count];
                for (int i = 0; i < names.Length; i++) names[i] = Text.Read(meta->authors[i]);
                return names;
            }
        }

        /// <summary>The node of a bone; -1 when the avatar does not have it.</summary>
        public int Bone(Bone bone) { return Api.vrm_model_bone(C, bone); }

        public IReadOnlyList<Finding> Validate()
        {
            using (Reporting report = new Reporting())
                return report.Check(Api.vrm_model_validate(C, null, report.Pointer), "validating");
        }

        public IReadOnlyList<Finding> Migrate(Dialect to = Dialect.V1)
        {
            MigrateDef def;
            Api.vrm_migrate_def_init(&def, (UIntPtr)sizeof(MigrateDef));
            def.to = to;
            using (Reporting report = new Reporting())
                return report.Check(Api.vrm_migrate(C, &def, report.Pointer), "migrating");
        }

        public void Save(string path)
        {
            fixed (byte* name = Text.Write(path))
            using (Reporting report = new Reporting())
                report.Check(Api.vrm_model_save_file_checked(C, null, report.Pointer, name), path);
        }

        public byte[] ToBytes()
        {
            UIntPtr size;
            Check(Api.vrm_model_save_size(C, &size), "saving");
            byte[] bytes = new byte[(int)size];
            fixed (byte* data = bytes)
            using (Reporting report = new Reporting())
                report.Check(Api.vrm_model_save_checked(C, null, report.Pointer, data, size), "saving");
            return bytes;
        }
    }

    /// <summary>A model compiled for running. Immutable: any number of sims and threads may share it.</summary>
    public sealed unsafe class Rig : Handle
    {
        public Rig(Model model)
        {
            if (model == null) throw new ArgumentNullException("model");
            Vrm.Native.Rig* rig;
            Check(Api.vrm_rig_build((Vrm.Native.Model*)model.Pointer, null, &rig), "building a rig");
            native = new Owned((IntPtr)rig, p => Api.vrm_rig_destroy((Vrm.Native.Rig*)p));
        }

        internal Vrm.Native.Rig* C { get { return (Vrm.Native.Rig*)Pointer; } }
        public int NodeCount { get { return Api.vrm_rig_node_count(C); } }
        public int Bone(Bone bone) { return Api.vrm_rig_bone(C, bone); }
        public float HipsHeight { get { return Api.vrm_rig_hips_height(C); } }
    }

    /// <summary>Motion compiled for playing. Immutable.</summary>
    public sealed unsafe class Clip : Handle
    {
        public Clip(Model model)
        {
            if (model == null) throw new ArgumentNullException("model");
            Vrm.Native.Clip* clip;
            Check(Api.vrm_clip_build((Vrm.Native.Model*)model.Pointer, null, &clip), "building a clip");
            native = new Owned((IntPtr)clip, p => Api.vrm_clip_destroy((Vrm.Native.Clip*)p));
        }

        public float Duration { get { return Api.vrm_clip_duration((Vrm.Native.Clip*)Pointer); } }
    }

    /// <summary>The running crowd. One thread at a time.</summary>
    public sealed unsafe class Sim : Handle
    {
        private readonly Dictionary<uint, Owned> rigs; // by avatar: they must outlive the avatars

        public Sim(float springRateHz = 60.0f)
        {
            SimDef def;
            Api.vrm_sim_def_init(&def, (UIntPtr)sizeof(SimDef));
            def.spring_rate_hz = springRateHz;
            Vrm.Native.Sim* sim;
            Check(Api.vrm_sim_create(&def, &sim), "making a sim");
            Dictionary<uint, Owned> kept = rigs = new Dictionary<uint, Owned>();
            native = new Owned((IntPtr)sim, p =>
            {
                Api.vrm_sim_destroy((Vrm.Native.Sim*)p);
                foreach (Owned rig in kept.Values) rig.Release();
            });
        }

        internal Vrm.Native.Sim* C { get { return (Vrm.Native.Sim*)Pointer; } }

        public Avatar Add(Rig rig)
        {
            if (rig == null) throw new ArgumentNullException("rig");
            Owned owner = rig.Owner;
            AvatarId id = Api.vrm_sim_add(C, (Vrm.Native.Rig*)owner.Pointer);
            if (id.index1 == 0) throw new OutOfMemoryException();
            owner.Acquire();
            rigs[id.index1] = owner;
            return new Avatar(this, rig, id);
        }

        internal void Remove(AvatarId id)
        {
            if (!Api.vrm_sim_remove(C, id)) throw new InvalidOperationException("the avatar has left its sim");
            Owned rig = rigs[id.index1];
            rigs.Remove(id.index1);
            rig.Release();
        }

        public int Count { get { return Api.vrm_sim_avatar_count(C); } }
        public void Step(float dt) { Api.vrm_sim_step(C, dt); }
    }

    /// <summary>An avatar in a sim. What is refused (numbers that are not finite, unknown names) throws.</summary>
    public sealed unsafe class Avatar
    {
        private readonly Sim sim;
        private readonly AvatarId id;
        private readonly int nodeCount;

        internal Avatar(Sim sim, Rig rig, AvatarId id)
        {
            this.sim = sim;
            this.id = id;
            nodeCount = rig.NodeCount;
        }

        public AvatarId Id { get { return id; } }
        public bool IsValid { get { return !sim.IsDisposed && Api.vrm_avatar_is_valid(sim.C, id); } }
        public void Remove() { sim.Remove(id); }

        private void Set(bool isOk)
        {
            if (isOk) return;
            if (!IsValid) throw new InvalidOperationException("the avatar has left its sim");
            throw new ArgumentException("refused: a number that is not finite, or something that the avatar lacks");
        }

        public void SetBone(Bone bone, Quat normalized) { Set(Api.vrm_avatar_set_bone(sim.C, id, bone, normalized)); }
        public void SetHips(Vec3 offset) { Set(Api.vrm_avatar_set_hips(sim.C, id, offset)); }
        public void SetRoot(Transform root) { Set(Api.vrm_avatar_set_root(sim.C, id, root)); }
        public void LookAt(Vec3 target) { Set(Api.vrm_avatar_look_at(sim.C, id, target)); }
        public void SetExpression(ExpressionPreset preset, float weight) { Set(Api.vrm_avatar_set_expression(sim.C, id, preset, weight)); }

        public void SetExpression(string name, float weight)
        {
            fixed (byte* text = Text.Write(name)) Set(Api.vrm_avatar_set_expression_named(sim.C, id, text, weight));
        }

        /// <summary>Sets the inputs to what a clip says at a moment.</summary>
        public void Play(Clip clip, float seconds, float weight = 1.0f)
        {
            Player player = new Player { clip = (Vrm.Native.Clip*)clip.Pointer, time_s = seconds, speed = 1, weight = weight, loops = true };
            Set(Api.vrm_avatar_play(sim.C, id, &player, 1));
        }

        /// <summary>World matrices after the last step, twelve floats for each node (three rows): a copy.</summary>
        public float[] Worlds()
        {
            Affine* worlds = Api.vrm_avatar_worlds(sim.C, id);
            if (worlds == null) throw new InvalidOperationException("the avatar has left its sim");
            float[] copy = new float[nodeCount * 12];
            Marshal.Copy((IntPtr)worlds, copy, 0, copy.Length);
            return copy;
        }
    }
}
